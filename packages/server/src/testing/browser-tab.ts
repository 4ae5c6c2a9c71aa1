export interface TabReply {
  readonly status: number
  /** The first one that was set. */
  readonly setCookie: string | undefined
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

export interface BrowserTab {
  /** The cookies that it would send. */
  readonly cookie: string
  readonly jar: Map<string, string>
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TabReply>
}

/** Sends requests as the console does: with the cookies it has received, from its own origin. */
export function browserTab(url: string): BrowserTab {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    jar,
    get cookie() {
      return cookie()
    },
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(jar.size > 0 && { cookie: cookie() }),
          origin: url,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const given = response.headers.getSetCookie()
      for (const one of given) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      const text = await response.text()
      return {
        status: response.status,
        setCookie: given[0],
        headers: response.headers,
        text,
        body:
          text !== '' && /json/.test(response.headers.get('content-type') ?? '')
            ? JSON.parse(text)
            : undefined,
      }
    },
  }
}
