import { bad, type Finding, good } from './finding.ts'

const neededMajor = 26

export function checkNode(): Finding {
  const { node, sqlite } = process.versions
  const says = `${node} with SQLite ${sqlite}`
  if (Number.parseInt(node, 10) >= neededMajor) return good('Node', says)
  return bad('Node', says, `svc needs Node ${neededMajor} or later: run it through "npx svc".`)
}

/**
 * A machine that has lost its clock restarts years in the past; tokens and SLO windows would all be wrong.
 */
export function checkClock(now: Date): Finding {
  const says = now.toISOString()
  if (now.getUTCFullYear() >= 2026 && now.getUTCFullYear() < 2100) return good('clock', says)
  return bad('clock', says, 'Set it by NTP, for example with chrony or systemd-timesyncd.')
}
