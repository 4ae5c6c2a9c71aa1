/** What paths are added to: no slash at the end, and not the `/v1` that some write there. */
export function baseOf(endpoint: string): string {
  const url = URL.parse(endpoint)
  // What was given is not repeated: it may hold a password, or be the token by mistake.
  if (!url || !/^https?:$/.test(url.protocol)) throw refused('is not an http or https URL')
  if (url.username !== '' || url.password !== '') throw refused('carries a user name or password')
  if (url.search !== '' || url.hash !== '') throw refused('carries a query or fragment')
  return url.origin + url.pathname.replace(/\/*(?:\/v1)?\/*$/, '')
}

const refused = (about: string): TypeError =>
  new TypeError(`The endpoint ${about}; it must be like https://svc.example.com.`)
