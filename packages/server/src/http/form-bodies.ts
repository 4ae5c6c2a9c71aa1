import { CatalogError } from '@svc/model'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'

/** A form's fields. None may come twice: two readers could otherwise choose different ones. */
export type Form = ReadonlyMap<string, string>

/** How identity providers and OAuth clients write; no address of the API takes forms. */
const type = 'application/x-www-form-urlencoded'
const maxFields = 50

type Routes = (app: FastifyInstance) => void

/** What is registered when the app starts. */
const waiting = new WeakMap<FastifyInstance, Routes[]>()

/**
 * Routes that take forms as well as JSON; all of them in one plugin, since each makes the start slower. A handler that
 * is set for all of it would answer for the others too, so each route has its own.
 */
export const useForms = (app: FastifyInstance, routes: Routes): void => {
  const others = waiting.get(app)
  if (others) {
    others.push(routes)
    return
  }
  const all = [routes]
  waiting.set(app, all)
  const plugin: FastifyPluginCallback = (inner, _, done) => {
    inner.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, parsed) => {
      try {
        parsed(null, readForm(String(body)))
      } catch (error) {
        parsed(error as Error)
      }
    })
    for (const each of all) each(inner)
    done()
  }
  app.register(plugin)
}

function readForm(text: string): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw refused(`the field ${JSON.stringify(name.slice(0, 50))} comes twice`)
    if (form.size === maxFields) throw refused(`it has more than ${maxFields} fields`)
    form.set(name, value)
  }
  return form
}

const refused = (why: string): CatalogError =>
  new CatalogError('invalid_request', `The form cannot be read: ${why}.`)

/** The form that a request brought; nothing if it brought JSON or no body. */
export const formOf = ({ body }: { readonly body: unknown }): Form =>
  body instanceof Map ? (body as Form) : new Map<string, string>()
