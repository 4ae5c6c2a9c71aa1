import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import {
  changedMigrations,
  currentMigrations,
  files,
  howToMigrate,
  publishedMigrations,
} from './published.ts'

/** Run when a version is published: from then on nothing may break its API and its migrations. */

const changed = changedMigrations(publishedMigrations(), currentMigrations())
if (changed.length > 0) throw new Error([...changed, howToMigrate].join('\n'))
writeFileSync(files.openapi, brotliCompressSync(readFileSync(files.currentOpenapi)))
writeFileSync(files.migrations, asText(currentMigrations()))
writeFileSync(files.allowedBreaks, asText([]))
console.log('Recorded the API and the migrations as published.')

function asText(value: readonly object[]): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
