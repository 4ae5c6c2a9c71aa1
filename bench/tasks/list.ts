import { answers } from './list/answers.ts'
import { changes } from './list/changes.ts'
import { people } from './list/people.ts'
import { starting } from './list/starting.ts'
import { trouble } from './list/trouble.ts'
import { working } from './list/working.ts'
import type { Tasks } from './task.ts'

export const tasks: Tasks = [...starting, ...answers, ...working, ...people, ...changes, ...trouble]
