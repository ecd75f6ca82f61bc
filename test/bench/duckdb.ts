/** The nearest job in DuckDB: read every record and aggregate. argv: archive, threads. */
import { DuckDBInstance } from '@duckdb/node-api';

const [dir, threads] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:', { threads: threads! })).connect();
const read = await connection.runAndReadAll(
  `select count(*), sum(try_cast(json->>'$.message.usage.output_tokens' as bigint)), count(distinct json->>'$.uuid')
   from read_ndjson_objects('${dir!.replaceAll("'", "''")}/**/*.jsonl', maximum_object_size=67108864, ignore_errors=true)`,
);
console.log(read.getRows().join(' / '));
