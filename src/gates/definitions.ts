import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { readYaml } from '../base/yaml.ts';
import type { AgentDefinition } from '../result/gate.ts';

/** Agent definitions of a project folder: `.claude/agents/*.md`, and those that plugins bring (`<plugin>:<name>` as spawned). */
export function readDefinitions(project: string): AgentDefinition[] {
  const found = [...inFolder(join(project, '.claude', 'agents'), '')];
  const plugins = join(project, '.claude', 'plugins');
  for (const plugin of folders(plugins)) found.push(...inFolder(join(plugins, plugin, 'agents'), `${plugin}:`));
  return found.map((definition) => ({ ...definition, path: definition.path.slice(project.length + 1) }));
}

function folders(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function inFolder(folder: string, prefix: string): AgentDefinition[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readDefinition(join(folder, file), prefix));
}

function readDefinition(path: string, prefix: string): AgentDefinition {
  const text = readFileSync(path, 'utf8');
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
  const value = front === undefined ? undefined : readYaml(front).value;
  const fields: JsonObject = isObject(value) ? (value as JsonObject) : {};
  const name = typeof fields.name === 'string' ? fields.name : basename(path, '.md');
  const tools = listOf(fields.tools);
  const mode = fields.permissionMode;
  return {
    name: `${prefix}${name}`,
    path,
    ...(tools === undefined || tools.includes('*') ? {} : { tools }),
    disallowedTools: listOf(fields.disallowedTools ?? fields['disallowed-tools']) ?? [],
    ...(typeof mode === 'string' ? { permissionMode: mode } : {}),
  };
}

/** A YAML list, or names with commas between them as the host writes them. */
function listOf(value: JsonValue | undefined): string[] | undefined {
  if (typeof value === 'string') {
    const names = value.split(',').map((name) => name.trim());
    return names.filter((name) => name !== '');
  }
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined;
}
