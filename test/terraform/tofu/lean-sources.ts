import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../../../packages/provider/packaging/run-program.ts'

/**
 * Clouds in which OpenTofu can keep a state or its key. No test does, and their libraries are half of what the
 * compiler has to read.
 */
const clouds = [
  ...['azure', 'consul', 'cos', 'gcs', 'kubernetes', 'oss', 'pg', 's3'].map((name) => `remote-state/${name}`),
  ...['aws_kms', 'azure_vault', 'gcp_kms', 'openbao'].map((name) => `keyprovider/${name}`),
]
const lists = ['internal/backend/init/init.go', 'internal/encryption/default_registry.go']

/** Copies sources, without those clouds in the two lists that name them. Nothing else is changed. */
export async function copyLean(sources: string, dir: string): Promise<void> {
  await cp(sources, dir, { recursive: true })
  // Go keeps its modules read-only.
  await runProgram('chmod', ['-R', 'u+w', dir])
  for (const list of lists) {
    const file = join(dir, list)
    await writeFile(file, withoutClouds(await readFile(file, 'utf8')))
  }
}

/** Go refuses an import that nothing uses, so what is registered goes with it. */
export function withoutClouds(text: string): string {
  let lean = text
  for (const cloud of clouds) {
    const [line = '', alias] = new RegExp(`^\\t(\\w+ )?"[^"\\n]*/${cloud}"\\n`, 'm').exec(lean) ?? []
    if (line === '') continue
    const name = alias?.trim() ?? cloud.split('/')[1]
    lean = lean
      .replace(line, '')
      .replace(new RegExp(`^.*\\b${name}\\.New.*\\{\\n\\t*panic\\(err\\)\\n\\t*\\}\\n`, 'm'), '')
      .replace(new RegExp(`^.*\\b${name}\\.New.*\\n`, 'm'), '')
  }
  return lean
}
