/** The base URL that paths are appended to: without a trailing slash or `/v1`. */
export function baseOf(endpoint: string): string {
  const url = URL.parse(endpoint)
  // The value is not repeated: it may contain a password, or be the token by mistake.
  if (!url || !/^https?:$/.test(url.protocol)) throw refused('is not an http or https URL')
  if (url.username !== '' || url.password !== '') throw refused('contains a user name or password')
  if (url.search !== '' || url.hash !== '') throw refused('contains a query or fragment')
  return url.origin + url.pathname.replace(/\/*(?:\/v1)?\/*$/, '')
}

const refused = (about: string): TypeError =>
  new TypeError(`The endpoint ${about}; it must be a URL such as https://svc.example.com.`)
