import { type SpecFormat, specFormatSteps } from '@svc/model'
import { startPace } from '../pace.ts'

/** The format of a specification, which can have megabytes: others get their turn while it is looked at. */
export async function formatInTurns(text: string, url?: string): Promise<SpecFormat> {
  const pace = startPace()
  const steps = specFormatSteps(text, url)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pace.pause()
  }
}
