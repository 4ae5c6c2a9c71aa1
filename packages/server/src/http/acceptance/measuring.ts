import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Meters, openMeters } from '../../services/slo/meters.ts'
import type { SloSource } from '../../services/slo/source.ts'
import { openMasterKeys } from '../../services/vault/master-keys.ts'
import { createVault, type Vault } from '../../services/vault/vault.ts'
import type { Store } from '../../store/open.ts'
import { type Client, clockBetweenJobs, type EngineName, type TestApp, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, type Clock, movableClock, read } from './checks.ts'

/** A server that answers as Prometheus does, and runs of the calculator that ask it. */

export const token = 'prom-canary-0123456789abcdef'

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const success =
  (data: unknown): RequestListener =>
  (_, response) =>
    json(response, 200, { status: 'success', data })

export const vector = (...values: readonly string[]) => ({
  resultType: 'vector',
  result: values.map((value, index) => ({
    metric: { pod: String(index) },
    value: [1_763_200_000.123, value],
  })),
})

export const number = (value: string): RequestListener => success(vector(value))

export const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const part of request) text += part
  return new URLSearchParams(text)
}

export const dataSource = 'prometheus: 100 * sum(rate(ok[5m])) / sum(rate(all[5m]))'

export const connect = async (owner: Client, port: number, more: object = {}): Promise<void> => {
  const config = { kind: 'prometheus', baseUrl: `http://127.0.0.1:${port}/prom/`, ...more }
  bodyOf(await owner.send('PUT', '/integrations/observability', { config }))
}

export const snapshotsOf = async (owner: Client, id: string): Promise<readonly Body[]> =>
  (await read(owner, `/slos/${id}/snapshots`)).snapshots

export interface Measuring {
  readonly app: TestApp
  readonly clock: Clock
  /** What the runs of the tests have logged. */
  readonly logged: readonly object[]
  vaultOf(store: Store): Vault
  metersOf(t: TestContext, store?: Store): Meters
  /** One run, a quarter of an hour after the last. */
  calculate(sloSource: SloSource): Promise<string>
}

export function useMeasuring(engine: EngineName): Measuring {
  // The server's own runs are over before the first test; those of the tests are a day later.
  const app = useApp(engine, { now: clockBetweenJobs() })
  const clock = movableClock(new Date(Date.now() + 86_400_000).toISOString())
  const logged: object[] = []
  const log = (line: object): void => void logged.push(line)
  const vaultOf = (store: Store): Vault =>
    createVault(store, openMasterKeys({ file: `${app.location.dataDir}/master.key` }))
  return {
    app,
    clock,
    logged,
    vaultOf,
    metersOf: (t, store = app.store) => {
      const meters = openMeters({ store, vault: vaultOf(store), fetchAllow: ['127.0.0.1'] })
      t.after(() => meters.close())
      return meters
    },
    calculate: async (sloSource) => {
      clock.forward(900_000)
      return (await runJob({ store: app.store, now: clock.now, sloSource, log }, 'slo-calculator')).summary
    },
  }
}
