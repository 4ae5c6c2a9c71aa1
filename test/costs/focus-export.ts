import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'

/** The contents of a generated export, added up in a different way than svc does. */
export interface Told {
  readonly rows: number
  /** In ten-billionths of a dollar, of which every amount is a whole number. */
  readonly total: bigint
  readonly byProject: ReadonlyMap<string, bigint>
  readonly keys: number
}

const header = [
  ...['BillingPeriodStart', 'BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd', 'BillingCurrency'],
  ...['BilledCost', 'EffectiveCost', 'ListCost', 'ContractedCost', 'ChargeCategory', 'ProviderName'],
  ...['ServiceCategory', 'ServiceName', 'ResourceId', 'SubAccountId', 'Tags', 'x_Operation'],
].join(',')

/** Writes an export of hourly charges, most of them far below a cent, with many keys in no order. */
export async function writeFocusExport(
  file: string,
  {
    rows,
    projects,
    services,
  }: { readonly rows: number; readonly projects: number; readonly services: number },
): Promise<Told> {
  const byProject = new Map<string, bigint>()
  const keys = new Set<number>()
  let total = 0n
  const days = 31
  function* lines(): Generator<string> {
    let text = `${header}\n`
    // A step that shares no factor with the number of keys visits all of them, far apart.
    for (let row = 0; row < rows; row += 1) {
      const key = (row * 7_919) % (days * projects * services)
      keys.add(key)
      const day = String((key % days) + 1).padStart(2, '0')
      const hour = String(row % 23).padStart(2, '0')
      const next = String((row % 23) + 1).padStart(2, '0')
      const project = `project-${Math.floor(key / days) % projects}`
      const service = Math.floor(key / days / projects)
      const tenBillionths = ((row * 104_729) % 900_000_007) - 100_000_000
      const cost = `${tenBillionths}E-10`
      total += BigInt(tenBillionths)
      byProject.set(project, (byProject.get(project) ?? 0n) + BigInt(tenBillionths))
      text += `2026-10-01T00:00:00Z,2026-11-01T00:00:00Z,2026-10-${day}T${hour}:00:00Z,2026-10-${day}T${next}:00:00Z,USD,${cost},${cost},1,1,Usage,AWS,Compute,"Service, number ${service}",arn:aws:ec2:eu-west-1:123456789012:instance/i-${row % 5_000},1234,"{""app"":""${project}"",""env"":""production""}",RunInstances\n`
      if (text.length < 1 << 20) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  return { rows, total, byProject, keys: keys.size }
}
