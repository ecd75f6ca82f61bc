/** Bytes of the evidence, as a hook's transcript is made from them. Given by whoever opened the evidence. */
export interface EvidenceBytes {
  /** Bytes [start, end) of an artefact; undefined if it cannot be read. */
  read(artefact: string, start: number, end: number): Uint8Array | undefined;
}
