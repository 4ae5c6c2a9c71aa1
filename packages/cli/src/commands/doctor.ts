import { defineAction } from '../command.ts'
import { checkDatabase } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkDataDir, checkDisk, checkFileModes } from '../doctor/files.ts'
import { checkMasterKey } from '../doctor/master-key.ts'
import { checkPlace } from '../doctor/place.ts'
import { checkPort } from '../doctor/port.ts'
import { checkClock, checkNode } from '../doctor/runtime.ts'
import { masterKeyOption, masterKeySource } from '../master-key.ts'
import { print } from '../output.ts'
import { placeOptions, readPlace } from '../place-options.ts'
import { quotaOptions, readQuota } from '../quota-options.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { readPort } from '../values.ts'
import { locationOf } from '../with-store.ts'
import { listenOptions } from './serve.ts'

export const doctor = defineAction({
  details: 'Changes nothing, and may run beside the server. The exit code is 1 if anything is wrong.',
  options: {
    ...storeOptions,
    ...masterKeyOption,
    ...listenOptions,
    ...placeOptions,
    ...quotaOptions,
    ...jsonOption,
  },
  examples: [
    ['svc doctor', 'looks at .svc and port 8080'],
    ['svc doctor --data-dir /var/lib/svc --json', '{ok, checks: [{name, ok, says, mend?}]}'],
  ],
  async run({ values, io }) {
    const location = locationOf(values)
    const port = readPort(values.port)
    const place = await readPlace(values)
    const quota = readQuota(values)
    const now = new Date()
    const checks = [
      checkNode(),
      checkClock(now),
      ...(location.databaseUrl
        ? []
        : await Promise.all(
            [checkDataDir, checkFileModes, checkDisk].map((check) => check(location.dataDir)),
          )),
      ...(await checkDatabase(location, quota, now)),
      await checkMasterKey(location, masterKeySource(values, io.env)),
      ...(await checkPlace({ host: values.host, port, ...place })),
      await checkPort({ host: values.host, port }),
    ]
    const isSound = checks.every(({ ok }) => ok)
    print(io, { json: values.json, value: { ok: isSound, checks }, text: () => report(checks) })
    return isSound ? 0 : 1
  },
})

function report(checks: readonly Finding[]): string {
  const wrong = checks.filter(({ ok }) => !ok).length
  const lines = checks.map(
    ({ name, ok, says, mend }) => `${ok ? '✓' : '✗'} ${name}: ${says}${mend ? `\n    ${mend}` : ''}`,
  )
  const verdict = wrong === 0 ? 'Everything is in order.' : `${wrong} of ${checks.length} checks failed.`
  return [...lines, '', verdict].join('\n')
}
