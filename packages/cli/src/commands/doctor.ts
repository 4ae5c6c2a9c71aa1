import { defineAction } from '../command.ts'
import { checkDatabase } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkDataDir, checkDisk, checkFileModes } from '../doctor/files.ts'
import { checkMetricsToken, checkRateLimit } from '../doctor/limits.ts'
import { checkMasterKey } from '../doctor/master-key.ts'
import { checkMailServer } from '../doctor/mail.ts'
import { checkPlace } from '../doctor/place.ts'
import { checkPort } from '../doctor/port.ts'
import { checkClock, checkNode } from '../doctor/runtime.ts'
import { masterKeyOption, masterKeySource } from '../master-key.ts'
import { mailOptions, readMail } from '../mail-options.ts'
import { print } from '../output.ts'
import { placeOptions, readPlace } from '../place-options.ts'
import { quotaOptions, readQuota } from '../quota-options.ts'
import { rateLimitOption } from '../rate-limit-option.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { readPort } from '../values.ts'
import { locationOf } from '../with-store.ts'
import { listenOptions } from './serve.ts'

export const doctor = defineAction({
  details: `Changes nothing, and can run while the server is running: give it the same options and variables. The exit code is 1
if anything is wrong; a note (!) is only information and does not affect it.`,
  options: {
    ...storeOptions,
    ...masterKeyOption,
    ...listenOptions,
    ...placeOptions,
    ...mailOptions,
    ...quotaOptions,
    ...rateLimitOption,
    ...jsonOption,
  },
  examples: [
    ['svc doctor', 'checks .svc and port 8080'],
    ['svc doctor --data-dir /var/lib/svc --json', '{ok, checks: [{name, ok, isNote?, says, mend?}]}'],
  ],
  async run({ values, io }) {
    const location = locationOf(values)
    const port = readPort(values.port)
    const place = await readPlace(values)
    const quota = readQuota(values)
    const mail = await readMail(values)
    const now = new Date()
    const hasPublicUrl = place.publicUrl !== undefined
    const checks = [
      checkNode(),
      checkClock(now),
      ...(location.databaseUrl
        ? []
        : await Promise.all(
            [checkDataDir, checkFileModes, checkDisk].map((check) => check(location.dataDir)),
          )),
      ...(await checkDatabase(location, { now, env: io.env, quota, hasPublicUrl })),
      await checkMasterKey(location, masterKeySource(values, io.env)),
      ...(await checkPlace({ host: values.host, port, ...place })),
      await checkMailServer(mail, hasPublicUrl),
      await checkRateLimit(values['rate-limit']),
      checkMetricsToken(io.env),
      await checkPort({ host: values.host, port }),
    ]
    const isSound = checks.every(({ ok }) => ok)
    print(io, { json: values.json, value: { ok: isSound, checks }, text: () => report(checks) })
    return isSound ? 0 : 1
  },
})

function report(checks: readonly Finding[]): string {
  const lines = checks.map(
    (check) => `${mark(check)} ${check.name}: ${check.says}${check.mend ? `\n    ${check.mend}` : ''}`,
  )
  return [...lines, '', verdict(checks)].join('\n')
}

const mark = ({ ok, isNote }: Finding): string => (isNote ? '!' : ok ? '✓' : '✗')

function verdict(checks: readonly Finding[]): string {
  const wrong = checks.filter(({ ok }) => !ok).length
  const notes = checks.filter(({ isNote }) => isNote).length
  const noted = notes === 0 ? '' : ` ${notes} ${notes === 1 ? 'note' : 'notes'}, marked with !.`
  return `${wrong === 0 ? 'Everything is in order.' : `${wrong} of ${checks.length} checks failed.`}${noted}`
}
