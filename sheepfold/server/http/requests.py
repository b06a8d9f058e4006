"""What the requests of the API have in common: their parameters, what they need, and how they are refused."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, Parameter

from sheepfold.core.words import gettext as _
from sheepfold.server.addresses import address_of
from sheepfold.server.http.links import Signer
from sheepfold.server.table.house import House
from sheepfold.server.wire import messages
from sheepfold.server.wire.forms import Trouble
from sheepfold.server.wire.refusal import Refusal

AnyRequest = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
TheLinks = NamedDependency[Signer]
DEFAULT_WANTS = "choices,story,picture,text"
TROUBLES = {
    400: ResponseSpec(Trouble, description="Something in the request is wrong."),
    403: ResponseSpec(Trouble, description="The caller may not do this."),
    404: ResponseSpec(Trouble, description="There is no such thing."),
    409: ResponseSpec(Trouble, description="This is not possible now."),
    413: ResponseSpec(Trouble, description="The request is too large."),
    429: ResponseSpec(Trouble, description="Too many requests."),
    500: ResponseSpec(Trouble, description="A fault of the server."),
    503: ResponseSpec(Trouble, description="This could not be saved, or the game is not ready."),
}

TableName = Annotated[FromPath[str], Parameter(max_length=24, description="The table, as in its address.")]
WhoseEyes = Annotated[
    int | None, Parameter(ge=0, le=7, required=False, description="Through whose eyes; none: everybody's.")
]
Want = Annotated[
    str, Parameter(max_length=100, description="Parts of a state, with commas: " + ", ".join(messages.WANTS))
]


def origin_of(request: AnyRequest, links: Signer) -> str:
    """For whom it counts what a request costs."""
    return links.origin(address_of(request.scope["client"]))


def read_wants(text: str) -> frozenset[str]:
    wants = frozenset(filter(None, text.split(",")))
    unknown = sorted(wants - set(messages.WANTS))
    if unknown:
        sentence = _("There is no part {part!r} of a state; there are: {legal}.")
        raise Refusal("bad", sentence.format(part=unknown[0][:20], legal=", ".join(messages.WANTS)))
    return wants
