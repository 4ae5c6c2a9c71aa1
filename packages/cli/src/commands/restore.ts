import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { defineAction } from '../command.ts'
import { counted } from '../counted.ts'
import { storeFailure } from '../explain.ts'
import { Failure } from '../failure.ts'
import { print } from '../output.ts'
import { restorePostgres } from '../postgres-tools.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { locationOf } from '../with-store.ts'

export const restore = defineAction({
  details: `The file is checked first. What is there already is left alone without --force; with it, the old SQLite database is
kept beside the new one under another name, and a PostgreSQL database is emptied and filled. Stop every
server on the database before.`,
  operands: [{ value: 'FILE', about: 'what "svc backup" wrote' }],
  options: {
    force: { type: 'boolean', about: 'Replace a database that is there already' },
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc restore svc-2026-11-15.db --data-dir /var/lib/svc', 'into a new directory'],
    ['svc restore svc-2026-11-15.db --force', 'in the place of what is there'],
  ],
  async run({ values, operands: [file = ''], io }) {
    if (!existsSync(file)) throw new Failure(`There is no file ${file}.`)
    const location = locationOf(values)
    const restored = location.databaseUrl
      ? await restorePostgres(location.databaseUrl, { file, isForced: values.force })
      : await restoreSqlite(file, { dataDir: location.dataDir, isForced: values.force })
    print(io, { json: values.json, value: restored, text: describe })
    return undefined
  },
})

interface Restored {
  readonly organisations: number
  /** Where the database is that was there before. */
  readonly keptAs: string | null
}

async function restoreSqlite(
  file: string,
  { dataDir, isForced }: { readonly dataDir: string; readonly isForced: boolean },
): Promise<Restored> {
  const { databaseFile } = await import('@svc/server')
  const { copyDatabase, inspectDatabase, isInUse, replaceDatabase } = await import('@svc/server')
  const place = databaseFile(dataDir)
  const isTaken = existsSync(place)
  if (isTaken && !isForced) {
    throw new Failure(
      `There is a database in ${dataDir} already: take another directory with --data-dir, or --force to replace it.`,
    )
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw storeFailure(error, { dataDir })
  })
  const unfinished = `${place}.unfinished-${process.pid}`
  const keepAs = `${place}.before-${new Date().toISOString().replaceAll(':', '-')}`
  try {
    const { problems, organisations } = await copyDatabase(file, unfinished).then(
      () => inspectDatabase(unfinished),
      (error: Error) => ({ problems: [error.message], organisations: 0 }),
    )
    if (problems.length > 0) throw new Failure(`${file} cannot be restored: ${problems.join('; ')}.`)
    if (isTaken && isInUse(place)) {
      throw new Failure(`Another process has the database in ${dataDir} open: stop the server first.`)
    }
    await replaceDatabase(unfinished, { file: place, keepAs })
    return { organisations, keptAs: isTaken ? keepAs : null }
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) await rm(unfinished + end, { force: true })
  }
}

function describe({ organisations, keptAs }: Restored): string {
  return `Restored ${counted(organisations, 'organisation')}.${keptAs ? ` What was there before is in ${keptAs}.` : ''}`
}
