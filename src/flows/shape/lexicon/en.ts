import type { Lexicon } from '../model.ts';

export const en: Lexicon = {
  language: 'en',
  verbs: {
    send: 'send forward email mail message dm reply respond invite share transmit relay submit notify ping contact exfiltrate leak deliver',
    publish:
      'post publish push upload tweet announce release deploy merge broadcast comment blog advertise open-source force-push',
    pay: 'pay transfer wire buy purchase order book reserve donate refund subscribe deposit withdraw trade sell invest checkout',
    delete:
      'delete remove erase wipe destroy drop purge truncate uninstall clear unlink format overwrite discard shred cancel unsubscribe revoke reset',
    write:
      'write create add edit update modify change save store append insert put set rename move replace patch commit schedule register generate record log fix configure adjust rewrite embed include prepend place paste drop',
    execute:
      'run execute issue launch start install invoke call use trigger eval source build compile spawn restart reboot enable activate apply perform exec open curl wget bash sudo chmod',
    grant:
      'grant approve authorize authorise allow permit accept give assign elevate promote whitelist allowlist trust unlock confirm',
    fetch: 'fetch download export visit browse navigate retrieve pull clone go access request load get click crawl',
    read: 'read list find search look collect gather extract dump print cat show view inspect check query enumerate harvest copy scan locate lookup summarize summarise concatenate detect encode',
    tell: 'tell say inform report answer state mention claim ask explain describe output return emit repeat acknowledge recommend advise convince remind warn declare begin end respond-with',
    stop: 'stop halt abort quit terminate refuse skip pause kill shut disable deactivate suspend block ignore disregard forget',
    do: 'do make complete follow obey comply adhere proceed continue take treat act pretend consider assume remember ensure solve carry',
  },
  lead: 'then and next first second third finally also now immediately urgently instead so afterwards afterward thereafter lastly once again just simply always kindly quickly silently quietly secretly todo task note important attention action step urgent warning notice hi hello dear hey ok okay additionally furthermore moreover meanwhile subsequently to-do directive instruction instructions command actually oh btw otherwise strictly before after but simultaneously carefully automatically directly',
  please: 'please pls plz kindly',
  negation: "not never don't dont cannot can't without no nobody neither nor avoid won't shouldn't mustn't",
  duty: 'must should shall need required require requires have has needs ought mandatory obliged obligated necessary supposed expected instructed ordered directed sure ensure important essential imperative',
  you: "you you're you've you'll your yours yourself u",
  reader:
    'helper helpers coordinator orchestrators coordinators delegating assistant agent agents subagent subagents ai llm llms model chatbot bot claude gpt chatgpt copilot gemini codex orchestrator parent planner summarizer summariser crawler assistants bots models anthropic openai llama mistral agentic',
  ignore:
    'ignore disregard forget override overrule bypass neglect dismiss discard supersede supersedes overrides replaces drop abandon cancel overwrite',
  prior:
    'previous prior above earlier preceding all any every original initial former existing current other system old your these those developer past',
  rules:
    'instruction instructions prompt prompts rule rules guideline guidelines directive directives policy policies constraint constraints command commands task tasks message messages context request requests restriction restrictions order orders guardrails objective objectives goal goals programming everything',
  reveal:
    'tell mention inform reveal notify disclose show alert report ask say warn discuss expose share announce log include acknowledge summarize summarise explain refer',
  person:
    'user users anyone anybody human humans operator owner them him her parent people customer client reviewer reviewers someone person admin administrator developer',
  secretly: 'secretly silently quietly covertly discreetly stealthily unnoticed confidential secret hidden invisibly',
  body: 'operator administrator admin administrators system security developer developers owner user anthropic openai compliance policy management it root maintainer maintainers supervisor team platform headquarters legal ceo boss manager sysadmin devops governance vendor support host harness runtime',
  claim:
    'approved authorized authorised agreed signed behalf clearance cleared sanctioned mandated instructed ordered directed consented granted pre-approved preapproved official authenticated',
  allow: 'allowed permitted free authorized authorised cleared entitled',
  before: 'before after until prior instead first otherwise unless when while once whenever upon',
  task: 'continue continuing proceed proceeding answer answering task tasks solve solving complete completing finish finishing summarize summarising summarizing responding respond request work working next step steps anything otherwise else processing process reading read report doing resume resuming review reviewing return returning analysis delegating delegate',
  skip: 'skip bypass disable circumvent omit suppress turn-off deactivate ignore without avoid',
  check:
    'confirmation approval review permission permissions checks check verification safety safeguards sandbox prompts consent tests validation hooks hook gate gates guard protection supervision asking confirming restrictions filter filters',
  common: 'the of and to a in is that for it on with as are be this was by from or an at you not have will can your',
};
