import { type AgentSketch, work } from '../../src/wire/sketch.ts';

/** A team: named agents in the background that wait for messages, as the host keeps them. */
export function startTeam(main: AgentSketch, team: string, names: readonly string[]): void {
  for (const name of names)
    main.spawns(
      {
        as: name,
        name,
        description: `Teammate ${name}`,
        brief: `You are ${name} of the ${team} team. Wait for messages and work on what they ask.`,
        background: true,
      },
      (child) => child.does(work(2)).says('Ready.'),
    );
  main.says('The team is starting.').endsTurn();
  for (const name of names) main.notification(name);
  main.says('The team is up.').endsTurn();
}

/** A teammate's message with the call that sent it. */
export function tells(main: AgentSketch, from: string, text: string): void {
  main
    .child(from)
    .waits(Math.max(0, main.timeMs - main.child(from).timeMs))
    .sends('team-lead', text);
  main.teammateMessage(from, text);
}

export function closeTeam(main: AgentSketch, names: readonly string[]): void {
  for (const name of names)
    main.sends(name, '{"type":"shutdown_request"}', {
      summary: 'shut down',
      answers: (child) => child.says('Closing down.'),
    });
  main.says('Both were told.').endsTurn();
  for (const name of names) main.notification(name);
}
