import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import pg from 'pg'

/** Reads PostgreSQL's log as a standby does, and confirms that it has written everything to disk. */
export async function connectFakeStandby(t: TestContext, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, replication: 'true' } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('IDENTIFY_SYSTEM')
  const started = Promise.withResolvers<void>()
  const { connection } = client as unknown as {
    connection: NodeJS.EventEmitter & { readonly stream: Socket; sendCopyFromChunk(chunk: Buffer): void }
  }
  connection.once('replicationStart', () => started.resolve())
  client.query(`START_REPLICATION PHYSICAL ${rows[0].xlogpos}`).catch(started.reject) // even when the test ends it
  await started.promise
  connection.sendCopyFromChunk(flushed(rows[0].xlogpos))
  t.after(() => connection.stream.destroy())
}

/** A "standby status update" of the streaming replication protocol. */
function flushed(place: string): Buffer {
  const [high = '0', low = '0'] = place.split('/')
  const at = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  const message = Buffer.alloc(34)
  message.write('r')
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(at, offset)
  return message
}
