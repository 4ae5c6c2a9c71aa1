import { hash } from 'node:crypto'
import { CatalogError } from '@svc/model'
import type { FastifyInstance } from 'fastify'
import { calendarText } from '../services/oncall/calendar.ts'
import { feedEntries } from '../services/oncall/feed-entries.ts'
import { feedsPath, openFeed } from '../services/oncall/feeds.ts'
import type { Services } from '../services/services.ts'
import { createRateLimiter } from './rate-limit.ts'
import { send } from './router.ts'
import { visitorOf } from './sign-in/visitor.ts'

/** Calendar programs of a whole company may ask from one address, a few times an hour each. */
const limit = { requests: 600, seconds: 60 } as const
const ending = '.ics'

/** Feeds for calendar programs, which send no credential: the secret is in the address. */
export function useOnCallFeeds(
  app: FastifyInstance,
  { store, now, site }: Pick<Services, 'store' | 'now' | 'site'>,
): void {
  const count = createRateLimiter(limit, () => now().getTime())
  app.get(`${feedsPath}/:file`, async (request, reply) => {
    const { file } = request.params as { readonly file: string }
    if (!file.endsWith(ending)) return reply.callNotFound()
    const limits = count(visitorOf(request).address)
    const opened = await openFeed(store, file.slice(0, -ending.length), now)
    if (!opened)
      throw new CatalogError('not_found', 'There is no such feed. It may have been revoked.', {
        headers: limits,
      })
    const { feed, ctx } = opened
    const body = calendarText(feed.name, await feedEntries(ctx, feed, site.url()))
    const etag = `"${hash('sha256', body).slice(0, 32)}"`
    const headers = { ...limits, etag, 'cache-control': 'private, no-cache' }
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag))
      return send(request, reply, { status: 304, headers })
    return send(request, reply, {
      status: 200,
      body,
      headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
    })
  })
}
