import type { Person } from './person.ts'
import type { World } from './world.ts'

/** Something that somebody comes to the console for. */
export interface Task {
  readonly name: string
  /** A phone is 390 pixels wide; zoomed is a window of 1440 × 900 at 200 %. */
  readonly device?: 'phone' | 'zoomed'
  /**
   * From the home page, signed in. Returning means that the goal was reached, so the steps check it, on the page or
   * by asking the API. They throw where the person is stuck, and NotPossible where there is no way.
   */
  steps(person: Person, world: World): Promise<void>
}

/** In the order of the list. */
export type Tasks = readonly Task[]
