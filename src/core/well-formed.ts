/** What a name may look like at the boundary: short printable ASCII (protocol §1). */

const NAME = /^[ -~]{1,128}$/;

/** Whether a code, a member id or a request id is well-formed; anything else is `invalid_request`. */
export const isName = (text: string): boolean => NAME.test(text);
