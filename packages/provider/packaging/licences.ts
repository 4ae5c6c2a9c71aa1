import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The licence texts of the bundled packages, in one text. */
export async function licencesOf(packages: readonly string[]): Promise<string> {
  return (await Promise.all(packages.map(licenceIn))).join(`\n${'-'.repeat(80)}\n\n`)
}

async function licenceIn(dir: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'))
  const file = (await readdir(dir)).find((each) => /^licen[cs]e/i.test(each))
  if (!file) throw new Error(`${name} cannot be distributed: it has no licence file.`)
  return `${name}\n\n${await readFile(join(dir, file), 'utf8')}`
}
