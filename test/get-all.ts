/** Whether a run may get what takes minutes or needs system packages: only if requested. */
export const mayGetAll = (): boolean => process.env.SVC_TEST_GET_ALL === '1'

export const howToGetAll = (time: string): string =>
  `SVC_TEST_GET_ALL=1 lets the tests get it, which takes ${time} once`
