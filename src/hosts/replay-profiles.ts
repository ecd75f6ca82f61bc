/** Ways a host may send its hook events, for replaying a case as another host would have asked. Versions are ranges, each with a source. */

export interface ReplayProfile {
  readonly name: string;
  readonly about: string;
  /** Seen by running the host, or only reported. */
  readonly basis: 'seen' | 'claimed';
  readonly since?: string;
  readonly until?: string;
  readonly source: string;
  /** A child's events carry the parent's session id, or one of their own. */
  readonly sessionIds: 'shared' | 'distinct';
  /** Tool events are sent for a child's calls. */
  readonly hooksReachChildren: boolean;
  /** A child's tool events carry agent_id and agent_type. */
  readonly namesChildren: boolean;
  /** Payloads in the form of this version. */
  readonly asVersion?: string;
}

const seen = { basis: 'seen', sessionIds: 'shared', hooksReachChildren: true, namesChildren: true } as const;

export const REPLAY_PROFILES: readonly ReplayProfile[] = [
  {
    name: 'recorded',
    about: 'as the transcript’s own version sends them',
    source: 'VERSIONS sections 1 and 2',
    ...seen,
  },
  {
    name: 'distinct-session-ids',
    about: 'a child has a session id of its own: state keyed by session does not reach it',
    source: 'reported for isolated children (O01); not seen on any version run',
    ...seen,
    basis: 'claimed',
    sessionIds: 'distinct',
  },
  {
    name: 'no-hooks-in-children',
    about: 'no tool event is sent for a child’s calls',
    source:
      'reported for 2.1.76, 2.1.92, 2.1.179, 2.1.231 (H01, H02); contradicted by running them headless (VERSIONS section 4)',
    ...seen,
    basis: 'claimed',
    hooksReachChildren: false,
  },
  {
    name: 'unnamed-children',
    about: 'a child’s tool events do not say that they are a child’s',
    until: '2.1.63',
    source: 'VERSIONS section 2: agent_id from 2.1.64',
    ...seen,
    namesChildren: false,
  },
  {
    name: '1.0.90',
    about: 'the payloads of 1.0.90',
    source: 'recordings older-1.0.90',
    ...seen,
    namesChildren: false,
    asVersion: '1.0.90',
  },
  {
    name: '2.0.76',
    about: 'the payloads of 2.0.76',
    source: 'recordings older-2.0.76',
    ...seen,
    namesChildren: false,
    asVersion: '2.0.76',
  },
  { name: '2.1.76', about: 'the payloads of 2.1.76', source: 'recordings older-2.1.76', ...seen, asVersion: '2.1.76' },
  { name: '2.1.332', about: 'the payloads of 2.1.332', source: 'recordings of 2.1.332', ...seen, asVersion: '2.1.332' },
];
