import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { defineAction } from '../command.ts'
import { counted } from '@svc/model'
import { storeFailure } from '../explain.ts'
import { Failure } from '../failure.ts'
import { print } from '../output.ts'
import { restorePostgres } from '../postgres-tools.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { locationOf } from '../with-store.ts'

export const restore = defineAction({
  details: `The file is checked first. An existing database is replaced only with --force: on SQLite the old one is kept next to
the new one under another name; a PostgreSQL database is emptied and refilled. Stop every server on the database
before.`,
  operands: [{ value: 'FILE', about: 'a file written by "svc backup"' }],
  options: {
    force: { type: 'boolean', about: 'Replace an existing database' },
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc restore svc-2026-11-15.db --data-dir /var/lib/svc', 'into a new directory'],
    ['svc restore svc-2026-11-15.db --force', 'in place of the existing database'],
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
  /** Where the previous database is. */
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
      `There is already a database in ${dataDir}: choose another directory with --data-dir, or replace it with --force.`,
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
  return `Restored ${counted(organisations, 'organisation')}.${keptAs ? ` The previous database is in ${keptAs}.` : ''}`
}
