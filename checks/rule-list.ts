/** The rules of the protocol (P) and of the harness (H), and how far they are delivered. */

export interface Rule {
  readonly id: string;
  /** `part`: delivered but for what `later` names, and so in need of a test already. */
  readonly delivered: 'all' | 'part' | 'none';
  readonly later?: string;
}

const whole = (id: string): Rule => ({ id, delivered: 'all' });
const part = (id: string, later: string): Rule => ({ id, delivered: 'part', later });
const none = (id: string, later: string): Rule => ({ id, delivered: 'none', later });

export const RULES: readonly Rule[] = [
  ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9', 'P10', 'P11', 'P12', 'P13'].map(whole),
  part('P14', 'admission'),
  ...['P15', 'P16', 'P17', 'P18', 'P19', 'P20'].map(whole),
  whole('P21'),
  part('P22', 'bringing back a store restored from a backup'),
  ...['P23', 'P24', 'P25', 'P26', 'P27'].map(whole),
  none('P28', 'metrics and alerts'),
  ...['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7'].map(whole),
];
