import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadRow, WriteRow } from './model.ts';
import { groupOf, inTime, type OwnedRead, type OwnedWrite, type PathGroup, type StoredRows } from './rows.ts';

const WRITE = 0;
const READ = 1;
const MEMORY = '256MB';

/**
 * Rows in an embedded database that spills to a folder of its own: for archives whose rows do not fit into memory. No extension is
 * loaded or fetched, and nothing outside of the folder is touched. Undefined where the optional package is not installed.
 */
export async function openDuckRows(tmp: string | undefined): Promise<StoredRows | undefined> {
  const duckdb = await import('@duckdb/node-api').catch(() => undefined);
  if (duckdb === undefined) return undefined;
  const folder = mkdtempSync(join(tmp ?? tmpdir(), 'aftertaint-join-'));
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    memory_limit: MEMORY,
    temp_directory: folder,
    threads: '1',
  });
  const connection = await instance.connect();
  await connection.run('SET enable_external_access = false');
  await connection.run('CREATE TABLE row (path VARCHAR, kind UTINYINT, owner VARCHAR, json VARCHAR)');
  await connection.run('SET lock_configuration = true');
  const appender = await connection.createAppender('row');
  let appending = true;

  const append = (path: string, kind: number, owner: string, row: WriteRow | ReadRow): void => {
    appender.appendVarchar(path);
    appender.appendUTinyInt(kind);
    appender.appendVarchar(owner);
    appender.appendVarchar(JSON.stringify(row));
    appender.endRow();
  };
  const sealed = (): void => {
    if (appending) appender.closeSync();
    appending = false;
  };

  return {
    put(caseId, writes, reads) {
      for (const row of writes) append(row.path, WRITE, caseId, row);
      for (const row of reads) append(row.path, READ, caseId, row);
    },
    async *groups(): AsyncGenerator<PathGroup> {
      sealed();
      // Only paths that one case wrote and another one read come back out of the database.
      const result = await connection.stream(`
        SELECT path, kind, owner, json FROM row
        WHERE path IN (
          SELECT path FROM row GROUP BY path
          HAVING count(*) FILTER (kind = ${WRITE}) > 0 AND count(*) FILTER (kind = ${READ}) > 0 AND count(DISTINCT owner) > 1
        )
        ORDER BY path, kind, owner`);
      let path: string | undefined;
      let writes: OwnedWrite[] = [];
      let reads: OwnedRead[] = [];
      for (
        let chunk = await result.fetchChunk();
        chunk !== null && chunk.rowCount > 0;
        chunk = await result.fetchChunk()
      ) {
        for (const [at, kind, owner, json] of chunk.getRows() as [string, number, string, string][]) {
          if (at !== path) {
            const group = path === undefined ? undefined : groupOf(path, writes, reads);
            if (group !== undefined) yield group;
            path = at;
            writes = [];
            reads = [];
          }
          const row = { ...(JSON.parse(json) as object), case: owner };
          if (kind === WRITE) writes.push(row as OwnedWrite);
          else reads.push(row as OwnedRead);
        }
      }
      const last = path === undefined ? undefined : groupOf(path, writes, reads);
      if (last !== undefined) yield last;
    },
    async writesTo(path) {
      sealed();
      const prepared = await connection.prepare(`SELECT owner, json FROM row WHERE path = $1 AND kind = ${WRITE}`);
      prepared.bindVarchar(1, path);
      const rows = (await prepared.runAndReadAll()).getRows() as [string, string][];
      const found = rows.map(([owner, json]) => ({ ...(JSON.parse(json) as WriteRow), case: owner }));
      return found.sort(inTime);
    },
    close() {
      sealed();
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
