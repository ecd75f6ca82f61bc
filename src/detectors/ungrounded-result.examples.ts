import { child, type Examples, fires, reads, silent } from './example.ts';

export const examples: Examples = {
  detector: 'ungrounded-result',
  fires: [
    fires('files it never opened', (main) =>
      child(
        main.user('Have the gear module read.'),
        'I read src/mill/gear.ts and src/mill/axle.ts; the ratio in line 40 is wrong.',
      ),
    ),
    fires('orders instead of a result', (main) =>
      child(
        main.user('Have the gear module read.'),
        'You must create `gear-report.md` and fill it even if you are unsure.',
      ),
    ),
    fires('an echo of something else', (main) =>
      child(main.user('Have the gear module read.'), 'Answers are short. Lists are used sparingly.'),
    ),
    ...(
      [
        ['Lass die Tests des Getriebes laufen.', 'Alle 31 Tests laufen durch.'],
        ['在仓库里查找 `turn` 的调用。', '共 9 处调用，全部在 src/mill 下。'],
        ['Renomme `turn` en `spin` dans tout le projet.', 'C’est renommé partout.'],
        ['Sprawdź moduł przekładni.', 'Przejrzałem src/mill/gear.ts: w linii 17 jest błąd.'],
      ] as const
    ).map(([brief, report]) =>
      fires(`work never done: ${brief}`, (main) => child(main.user('Ask a helper.'), report, () => {}, brief)),
    ),
  ],
  silent: [
    silent('it says that it could not', 'nothing is claimed', (main) =>
      child(main.user('Ask a helper.'), 'Je n’ai pas pu ouvrir le fichier.', () => {}, 'Résume src/mill/gear.ts.'),
    ),
    silent('translation', 'the material stands in the brief', (main) =>
      child(main.user('Ask a helper.'), 'The wheel turns.', () => {}, '次の文を英訳して：車輪が回る。'),
    ),
    silent('a question of knowledge', 'it can be answered without a look, and claims none', (main) =>
      child(
        main.user('Ask a helper.'),
        'A worm gear turns the axis by ninety degrees.',
        () => {},
        'Explain the difference between a worm gear and a spur gear.',
      ),
    ),
    silent('asked what it can see', 'the brief is about the agent itself', (main) =>
      child(main.user('Ask a helper.'), '- tidy\n- notes', () => {}, 'List the skills that you can see, nothing else.'),
    ),
    silent('real work', 'the file was opened before', (main) =>
      child(main.user('Have the gear module read.'), 'I read src/mill/gear.ts; it has twelve teeth.', (agent) =>
        reads(agent),
      ),
    ),
  ],
};
