import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { askedByPerson, effectFor, isGateSetting, isGateState, touchedBy } from './evasion/places.ts';
import { agentName, cited, judgedCalls } from './gate/calls.ts';

const id = 'gate-tampering';
const ABOUT =
  /\b(?:settings?|hooks?|permissions?|polic(?:y|ies)|gates?|guards?|allow ?list|taint|state)\b|設定|フック|権限|许可|设置|钩子|权限|configuraci[óo]n|permisos?|Einstellung|Berechtigung|réglages?|paramètres?|autorisations?|설정|권한|настройк|разрешени|хук/iu;

export const gateTampering: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const named = hookScripts(within);
    for (const judged of judgedCalls(within)) {
      for (const touched of touchedBy(judged)) {
        const isScript = [...named].some((script) => touched.path === script || touched.path.endsWith(`/${script}`));
        const isState = isGateState(touched.path);
        if (!isScript && !isState && !isGateSetting(touched.path)) continue;
        const asked = askedByPerson(within, effectFor(judged.call, touched), ABOUT);
        const what = isScript
          ? 'a hook of this session'
          : isState
            ? 'the state of a gate'
            : 'rules and hooks of the host';
        yield {
          detector: id,
          message: `${agentName(within, judged.call.agent)} has ${touched.how} ${touched.path}: ${what}${asked ? ', as a person asked' : ''}`,
          severity: asked ? 'info' : touched.how === 'deleted' || isScript ? 'high' : 'medium',
          confidence: isScript || isGateSetting(touched.path) ? 'high' : 'medium',
          primary: cited(judged.call, `${touched.how}: ${touched.path}`),
          related: [],
          agents: [judged.call.agent],
          details: [
            asked ? 'a person had asked for a change of this kind' : 'no person of the session asked for it',
            'trust in that place ends here: decisions of that gate after this event are partial',
          ],
        };
        break;
      }
    }
  },
};

/** Paths of scripts that the recorded hooks ran, as far as the commands name files. */
function hookScripts(within: Investigation['case']): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { hooks } of judgedCalls(within))
    for (const { command } of hooks)
      for (const [word] of command.matchAll(/[\w./~-]+\.(?:sh|py|js|mjs|cjs|ts|rb|pl)\b/g))
        found.add(word.replace(/^(?:\.|~)\//, ''));
  return found;
}
