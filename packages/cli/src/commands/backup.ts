import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { defineAction } from '../command.ts'
import { Failure } from '../failure.ts'
import { megabytes, print } from '../output.ts'
import { dumpPostgres } from '../postgres-tools.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { locationOf, requireDatabase } from '../with-store.ts'

export const backup = defineAction({
  details: `On SQLite the backup is one database file, verified before it is given its name. On PostgreSQL it is a pg_dump in
custom format.`,
  operands: [{ value: 'FILE', about: 'where to write it' }],
  options: {
    force: { type: 'boolean', about: 'Overwrite an existing file' },
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc backup svc-$(date +%F).db', 'a backup named after today'],
    ['svc backup /backups/svc.db --force --json', '{file, bytes}'],
  ],
  async run({ values, operands: [name = ''], io }) {
    const file = resolve(name)
    const location = locationOf(values)
    requireDatabase(await import('@svc/server'), location)
    if (existsSync(file) && !values.force) {
      throw new Failure(`${name} already exists: choose another name, or overwrite it with --force.`)
    }
    if (!existsSync(dirname(file)))
      throw new Failure(`There is no directory ${dirname(file)}: create it first.`)

    const unfinished = `${file}.unfinished-${process.pid}`
    try {
      if (location.databaseUrl) await dumpPostgres(location.databaseUrl, unfinished)
      else await copySqlite(location.dataDir, unfinished)
      const { syncToDisk } = await import('@svc/server')
      await syncToDisk(unfinished)
      await rename(unfinished, file)
      await syncToDisk(dirname(file))
    } finally {
      for (const end of ['', '-journal', '-wal', '-shm']) await rm(unfinished + end, { force: true })
    }
    const { size: bytes } = await stat(file)
    const text = () => `Wrote ${name} (${megabytes(bytes)}).`
    print(io, { json: values.json, value: { file, bytes }, text })
    return undefined
  },
})

async function copySqlite(dataDir: string, target: string): Promise<void> {
  const { databaseFile } = await import('@svc/server')
  const { copyDatabase, inspectDatabase } = await import('@svc/server')
  await copyDatabase(databaseFile(dataDir), target)
  const { problems } = inspectDatabase(target)
  if (problems.length > 0) {
    throw new Failure(`The copy is damaged (${problems.join('; ')}) and was deleted: run "svc doctor".`)
  }
}
