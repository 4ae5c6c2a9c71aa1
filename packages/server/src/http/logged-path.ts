/** An address as it may stand in a log: without its query, and without the secret of a feed, which is in its path. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/(\/oncall\/feeds\/)(?!ocf_)[^/]+/i, '$1…')
