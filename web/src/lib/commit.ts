/** Nonces and what they are committed to by (X3); loaded when a seat is taken, not with a table. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const NONCE_BYTES = 32;

/** Return what a nonce is committed to by. */
export function commitmentOf(nonce: string): string {
  return bytesToHex(sha256(utf8ToBytes(`wordlot nonce 1/${nonce}`)));
}

/** Draw a nonce: 256 random bits. */
export function newNonce(): string {
  return bytesToHex(randomBytes(NONCE_BYTES));
}
