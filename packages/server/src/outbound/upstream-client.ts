import type { UpstreamUrls } from '@svc/model'
import type { UpstreamPlace } from './upstream-api.ts'

/** A client for one product, with its own form of credential. */
export interface UpstreamClient<Credential, Question, Answer> {
  /**
   * Where a credential is sent, if that is not its baseUrl or the default address; null if it does not say.
   */
  addressOf?(credential: Credential, urls: UpstreamUrls): string | null
  ask(place: UpstreamPlace, credential: Credential, question: Question): Promise<Answer>
}
