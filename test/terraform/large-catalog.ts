import { readFile } from 'node:fs/promises'
import type { Workspace } from './tofu/workspace.ts'

/** Gives a workspace a configuration of so many hundreds of resources, of all types. */
export async function writeLargeCatalog(workspace: Workspace, hundreds: number): Promise<void> {
  const configuration = await readFile(new URL('large-catalog/main.tf', import.meta.url), 'utf8')
  await workspace.write('main.tf', configuration)
  await workspace.write('terraform.tfvars', `hundreds = ${hundreds}\n`)
}
