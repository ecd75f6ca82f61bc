/** Every script of the corpus, in the order of the classes. A new script is added here. */
import './seeds.ts';
import './a-forged-result.ts';
import './b-self-authored.ts';
import './c-notification.ts';
import './d-approval.ts';
import './e-laundering.ts';
import './f-inbound.ts';
import './g-benign.ts';
import './h-coverage.ts';
import './i-semantics.ts';
import './j-inheritance.ts';
import './k-worktree.ts';
import './l-context.ts';
import './m-memory.ts';
import './n-integrity.ts';
import './o-identity.ts';
import './p-parser.ts';
import './channels.ts';
import './channels-between.ts';

export { allCases } from './author.ts';
