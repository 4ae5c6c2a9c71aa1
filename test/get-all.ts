/** Whether a run may get what takes minutes or needs the system's packages: only where somebody asked for it. */
export const mayGetAll = (): boolean => process.env.SVC_TEST_GET_ALL === '1'

export const howToGetAll = (time: string): string =>
  `SVC_TEST_GET_ALL=1 lets the tests get it, which takes ${time} once`
