import type { FastifyInstance } from 'fastify'

export function useReference(_app: FastifyInstance): void {}
