"""A throw-away certificate for the real host names.

Must not know what is served with it.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass(frozen=True, slots=True)
class Certificate:
    chain: Path
    key: Path
    pin: str
    """Base64 of the SHA-256 of its public key: what a browser is told to accept, this one and no other."""


def make(folder: Path, names: tuple[str, ...]) -> Certificate:
    leaf = trustme.CA().issue_cert(*names)
    chain, key = folder / "chain.pem", folder / "key.pem"
    for blob in leaf.cert_chain_pems:
        blob.write_to_path(chain, append=True)
    leaf.private_key_pem.write_to_path(key)
    public = x509.load_pem_x509_certificate(leaf.cert_chain_pems[0].bytes()).public_key()
    digest = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return Certificate(chain, key, base64.b64encode(digest).decode())
