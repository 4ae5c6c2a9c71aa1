import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { fileFailure } from '../file-failure.ts'
import type { Variables } from './compare.ts'

/** The variables of a dotenv file. */
export async function readVariables(file: string): Promise<Variables> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(file, error)
  })
  return parseEnv(text)
}
