import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiDocument } from '@svc/server/openapi'

/** Writes the API description, so that a change of the contract shows up in review. */
const path = join(import.meta.dirname, '..', 'docs', 'openapi.json')
await writeFile(path, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
