const maxLength = 2_000

/** Where to go after signing in: a path of svc, whatever was asked for. */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > maxLength || !isPlain(asked)) return '/'
  const url = URL.parse(asked, 'http://svc.invalid')
  return url?.origin === 'http://svc.invalid' && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/'
}

/** Browsers take a backslash for a slash, and skip control characters. */
const isPlain = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)
