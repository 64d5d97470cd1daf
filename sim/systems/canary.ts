/**
 * Every secret of a simulated run contains this text, so that one that got out is recognised wherever it turns up (P19).
 */
export const CANARY = 'cnry-';
