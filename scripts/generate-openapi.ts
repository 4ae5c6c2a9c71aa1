import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiDocument } from '@svc/server/openapi'

/** Writes the description of the API down, so that a change of the contract shows in a review. */
const path = join(import.meta.dirname, '..', 'docs', 'openapi.json')
await writeFile(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
