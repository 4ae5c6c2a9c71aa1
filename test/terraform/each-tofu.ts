import { describe, test } from 'node:test'
import { isLongRun } from '@svc/server/testing'
import { findTofu, type Tofu, type WantedTofu, wantedTofus } from './tofu/find-tofu.ts'

/** The same suite with the newest and the oldest OpenTofu. If one is unavailable, that is reported. */
export async function withEachTofu(define: (tofu: Tofu, wanted: WantedTofu) => void): Promise<void> {
  for (const one of wantedTofus) await withTofu(one, define)
}

/** Only with the newest: resources and examples already show that the oldest speaks the same protocol. */
export async function withNewestTofu(define: (tofu: Tofu, wanted: WantedTofu) => void): Promise<void> {
  for (const one of isLongRun ? wantedTofus : newest) await withTofu(one, define)
}

const newest = ['newest'] as const

export async function withTofu(
  wish: WantedTofu,
  define: (tofu: Tofu, wanted: WantedTofu) => void,
): Promise<void> {
  const tofu = await findTofu(wish)
  if ('unavailable' in tofu) test(`OpenTofu ${wish}`, { skip: tofu.unavailable }, () => {})
  else describe(`OpenTofu ${tofu.version}`, () => define(tofu, wish))
}
