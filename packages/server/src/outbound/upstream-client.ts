import type { UpstreamUrls } from '@svc/model'
import type { UpstreamPlace } from './upstream-api.ts'

/** How one product is asked, with a credential of its own form. */
export interface UpstreamClient<Credential, Question, Answer> {
  /** Where a credential is for, if that is not its baseUrl or the usual address; null where nobody says so. */
  addressOf?(credential: Credential, urls: UpstreamUrls): string | null
  ask(place: UpstreamPlace, credential: Credential, question: Question): Promise<Answer>
}
