const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** A short name for a user agent: "Firefox on Linux". */
export function browserOf(agent: string | null): string {
  if (!agent) return 'Unknown'
  const named = (list: typeof browsers | typeof systems) => list.find(([sign]) => sign.test(agent))?.[1]
  const browser = named(browsers) ?? agent.split(/[\s/]/)[0] ?? 'Unknown'
  const system = named(systems)
  return system ? `${browser} on ${system}` : browser
}
