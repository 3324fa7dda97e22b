/**
 * In a refusal (401), with the value `clear`: the office wants the records of this session's person deleted from this
 * device.
 */
export const deviceOrderHeader = 'Device-Order'
