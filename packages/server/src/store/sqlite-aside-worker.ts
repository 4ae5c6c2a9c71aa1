import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CommitAnswer, CommitOrder } from './sqlite-aside.ts'
import { connect } from './sqlite-connection.ts'

const { file } = workerData as { readonly file: string }
let connection: Connection | undefined

parentPort?.on('message', (order: CommitOrder | 'close') => {
  if (order === 'close') {
    connection?.db.close()
    parentPort?.close()
  } else parentPort?.postMessage(carryOut(order))
})

interface Connection {
  readonly db: DatabaseSync
  readonly inode: number | undefined
  readonly prepared: Map<string, StatementSync>
}

function open(): Connection {
  const inode = inodeOf()
  return { db: connect(file), inode, prepared: new Map() }
}

function carryOut(order: CommitOrder): CommitAnswer {
  try {
    connection ??= open()
  } catch (error) {
    return failure(error, false)
  }
  return commit(connection, order)
}

function commit(connection: Connection, { since, mark, writes }: CommitOrder): CommitAnswer {
  const { db, inode } = connection
  let isCommitting = false
  try {
    db.exec('begin immediate')
    if (Number(statementOf(connection, 'pragma user_version').get()?.user_version) !== since) {
      db.exec('rollback')
      return 'overtaken'
    }
    for (const { text, rows } of writes) {
      const statement = statementOf(connection, text)
      for (const row of rows) statement.run(...row)
    }
    db.exec(`pragma user_version = ${mark}`)
    // Writes to a file that is no longer there would be lost.
    if (inodeOf() !== inode) {
      db.exec('rollback')
      return 'overtaken'
    }
    isCommitting = true
    db.exec('commit')
    return 'done'
  } catch (error) {
    // A failed commit (a full disk) has already rolled back.
    if (db.isTransaction) db.exec('rollback')
    return failure(error, isCommitting)
  }
}

function failure(error: unknown, isCommitting: boolean): CommitAnswer {
  const { message, errcode, errstr } = error as Error & { errcode?: number; errstr?: string }
  return { message, errcode, errstr, isCommitting }
}

function statementOf({ db, prepared }: Connection, text: string): StatementSync {
  let statement = prepared.get(text)
  if (!statement) {
    if (prepared.size >= 500) prepared.clear()
    statement = db.prepare(text)
    prepared.set(text, statement)
  }
  return statement
}

function inodeOf(): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}
