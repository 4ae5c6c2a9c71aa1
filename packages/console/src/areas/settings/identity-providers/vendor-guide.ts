interface Place {
  readonly protocol: 'oidc' | 'saml'
  readonly publicUrl: string
  readonly providerId: string
}

/** What a page calls the addresses of svc, which are different for each provider. */
const addresses: readonly (readonly [name: string, path: string])[] = [
  ["svc's redirect URI", '/auth/oidc/{provider id}/callback'],
  ["svc's back-channel logout address", '/auth/oidc/{provider id}/backchannel-logout'],
  ['`saml.acsUrl`', '/auth/saml/{provider id}/acs'],
  ['`saml.spEntityId`', '/auth/saml/{provider id}/metadata'],
  ['`saml.spSloUrl`', '/auth/saml/{provider id}/slo'],
]

/**
 * The sections of a page of docs/sign-in: the first has no heading of its own, and is about OpenID Connect. What is to be
 * done before has been done by whoever sees the page of a provider.
 */
const sectionsOf = (guide: string) => {
  const [first = '', ...others] = guide.split(/^## /m)
  return [
    { heading: '', text: first.replace(/^# .*\n/, '').replace(/^Before you start: .*$/m, '') },
    ...others.map((section) => ({
      heading: section.split('\n', 1)[0] ?? '',
      text: section.slice(section.indexOf('\n')),
    })),
  ]
}

const isAbout = (protocol: Place['protocol'], heading: string): boolean =>
  protocol === 'saml' ? heading.startsWith('With SAML') : heading === ''

/** From a page of docs/sign-in: what it says about a protocol and what of it was tried, with the addresses of svc. */
export function guideFor(guide: string, { protocol, publicUrl, providerId }: Place): string | undefined {
  const sections = sectionsOf(guide)
  const own = sections.find(({ heading }) => isAbout(protocol, heading))
  if (!own) return undefined
  const tried = sections.find(({ heading }) => heading === 'What was tried')
  // How to repeat it is for whoever has the sources.
  const [, result] = tried?.text.split('\n\n') ?? []
  const untried = sections[0]?.text.match(/^\*Not tried.*\*$/m)?.[0]
  const note = result ?? (own.text.includes('*Not tried') ? '' : (untried ?? ''))
  return (
    addresses
      .reduce(
        (text, [name, path]) => text.replaceAll(name, `\`{public URL}${path}\``),
        `${own.text.trim()}\n\n${note.trim()}`,
      )
      .replaceAll('{public URL}', publicUrl)
      // Other pages are not there.
      .replaceAll(/\[([^\]]*)\]\([\w#.-]*\)/g, '$1')
      .replaceAll('{provider id}', providerId)
      .trim()
  )
}
