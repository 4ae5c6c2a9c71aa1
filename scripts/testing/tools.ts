import { findChromium } from '../../test/browser/find-chromium.ts'
import { findPrometheus } from '../../test/prometheus/find-prometheus.ts'
import { findScim2 } from '../../test/scim2/find-scim2.ts'
import { findTofu, wantedTofus } from '../../test/terraform/tofu/find-tofu.ts'

export interface Tools {
  /** Environment variables for the test processes. */
  readonly env: Readonly<Record<string, string>>
  /** What cannot be run because tools are missing, and why. */
  readonly missing: readonly string[]
}

/** Third-party programs that the tests run, found before the first test: getting one may exceed a test's timeout. */
export async function findTools(say: (line: string) => void): Promise<Tools> {
  const missing: string[] = []
  for (const wanted of wantedTofus) {
    const tofu = await findTofu(wanted)
    if ('unavailable' in tofu)
      missing.push(`everything with OpenTofu (${wanted}), because: ${tofu.unavailable}`)
    else say(`With OpenTofu ${tofu.version}.`)
  }
  const prometheus = await findPrometheus()
  if ('unavailable' in prometheus) missing.push(`what asks a Prometheus, because: ${prometheus.unavailable}`)
  else say('With a Prometheus.')
  const scim2 = findScim2()
  if ('unavailable' in scim2) missing.push(`what asks scim2-cli, because: ${scim2.unavailable}`)
  else say('With scim2-cli.')
  const chromium = await findChromium(say)
  if ('unavailable' in chromium) {
    missing.push(`everything in a browser, because: ${chromium.unavailable}`)
    return { env: { SVC_NO_CHROMIUM: chromium.unavailable }, missing }
  }
  say(`With Chromium ${chromium.version}.`)
  return { env: { SVC_CHROMIUM: chromium.path }, missing }
}
