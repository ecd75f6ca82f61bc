export { casesAmong, findCases } from './find.ts';
export { type InputOptions, type Inputs, openCases, openInputs } from './inputs.ts';
export type { CaseSource, CaseSourceArtefact, FindOptions, FoundCases, FoundFile, SkippedFile } from './model.ts';
export { type ReadCase, type ReadCoverage, type ReadOptions, readCase } from './read-case.ts';
