import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** An OpenID Connect provider that somebody else wrote, and that is certified: it judges what svc sends. */
export interface CertifiedProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Opens it for svc, whose addresses there are known by then. */
  open(client: ClientAddresses): void
  /** A browser, which remembers cookies of this provider. */
  browser(): ProviderBrowser
  stop(): Promise<void>
}

interface ClientAddresses {
  readonly redirectUri: string
  readonly backchannelLogoutUri: string
  readonly afterLogout: string
  /** The e-mail domain of its people, who are called what they sign in as. */
  readonly domain: string
}

export interface ProviderBrowser {
  /** Signs in as this person if it is asked to, and says where the provider sends the browser in the end. */
  signIn(address: string, person: string): Promise<string>
  /** Confirms that the person wants to sign out. */
  signOut(address: string): Promise<string>
}

export async function startCertifiedProvider(): Promise<CertifiedProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'svc', clientSecret: 'the secret of the client, which is long enough' }
  let next = ''
  return {
    ...{ issuer, ...client },
    open(addresses) {
      const provider = providerFor(issuer, client, addresses)
      const answer = provider.callback()
      server.on('request', (request, response) => {
        const isAsked = request.url?.startsWith('/interaction/') === true
        const done = isAsked
          ? provider.interactionFinished(request, response, { login: { accountId: next } })
          : answer(request, response)
        done.catch((error: unknown) => response.destroy(error as Error))
      })
    },
    browser() {
      const send = rememberingCookies()
      return {
        async signIn(address, person) {
          next = person
          let at = new URL(address)
          while (at.origin === issuer) at = whereTo(await send(at), at)
          return at.href
        },
        async signOut(address) {
          const page = await (await send(new URL(address))).text()
          const form = new URLSearchParams({
            xsrf: valueIn(page, /name="xsrf" value="([^"]+)"/),
            logout: 'yes',
          })
          const action = new URL(valueIn(page, /action="([^"]+)"/))
          return whereTo(await send(action, form), action).href
        },
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function providerFor(
  issuer: string,
  { clientId, clientSecret }: Pick<CertifiedProvider, 'clientId' | 'clientSecret'>,
  { redirectUri, backchannelLogoutUri, afterLogout, domain }: ClientAddresses,
): Provider {
  const scope = 'openid email profile'
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [afterLogout],
        backchannel_logout_uri: backchannelLogoutUri,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['for the tests only'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@${domain}`, email_verified: true, name: id }),
    }),
    // People have agreed already: their company has.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      const grant = new oidc.provider.Grant({ accountId, clientId } as {
        clientId: string
        accountId: string
      })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
    // Its own connections refuse addresses of this machine.
    fetch: (url, { dispatcher: _, ...options } = {}) => fetch(url, options),
  })
}

function rememberingCookies() {
  const jar = new Map<string, string>()
  return async (url: URL, form?: URLSearchParams): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}

function whereTo({ status, headers }: Response, from: URL): URL {
  const location = headers.get('location')
  if (location === null) throw new Error(`${from.pathname} answered ${status} and sent the browser nowhere.`)
  return new URL(location, from)
}

function valueIn(page: string, form: RegExp): string {
  const value = form.exec(page)?.[1]
  if (value === undefined) throw new Error(`The page has nothing like ${form.source}.`)
  return value
}
