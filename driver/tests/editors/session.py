"""A session of pytest-lsp, whose client takes apart every answer by the model of the protocol."""

import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types as t
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
SERVER = os.environ["HLSL2SPIRV"]
FOLDER = pathlib.Path(os.environ["FOLDER"])


CLIENTS = ["visual_studio_code", "neovim", "emacs"]


@pytest_lsp.fixture(params=CLIENTS, config=ClientServerConfig(server_command=[SERVER, "lsp"]))
async def client(request, lsp_client: LanguageClient):
    # Its capabilities say that it watches files; it has no answer to being asked.
    lsp_client.feature("client/registerCapability")(lambda _: None)
    folder = t.WorkspaceFolder(uri=FOLDER.as_uri(), name="project")
    capabilities = client_capabilities(request.param)
    await lsp_client.initialize_session(t.InitializeParams(capabilities=capabilities, workspace_folders=[folder]))
    yield
    await lsp_client.shutdown_session()


def everything():
    return t.Range(t.Position(0, 0), t.Position(99, 0))


def bad_line():
    return t.Range(t.Position(6, 0), t.Position(7, 0))


@pytest.mark.asyncio
async def test_session(client: LanguageClient):
    path = FOLDER / "lit.ps.hlsl"
    uri = path.as_uri()
    item = t.TextDocumentItem(uri=uri, language_id="hlsl", version=1, text=path.read_text())
    client.text_document_did_open(t.DidOpenTextDocumentParams(text_document=item))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert len(client.diagnostics[uri]) == 1
    file = t.TextDocumentIdentifier(uri=uri)
    power = t.Position(3, 18)
    assert await client.text_document_hover_async(t.HoverParams(file, power))
    found = await client.text_document_completion_async(t.CompletionParams(file, power))
    assert [item.label for item in found.items] == ["position", "power"]
    found = await client.text_document_definition_async(t.DefinitionParams(file, power))
    assert found[0].uri.endswith("lights.hlsli")
    assert await client.text_document_type_definition_async(t.TypeDefinitionParams(file, t.Position(3, 12)))
    found = await client.text_document_references_async(t.ReferenceParams(t.ReferenceContext(True), file, power))
    assert len(found) == 2
    assert await client.text_document_document_highlight_async(t.DocumentHighlightParams(file, power))
    found = await client.text_document_document_symbol_async(t.DocumentSymbolParams(file))
    assert [symbol.name for symbol in found] == ["lamp", "shade", "main"]
    found = await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(file))
    assert len(found.data) % 5 == 0 and found.data
    assert await client.text_document_folding_range_async(t.FoldingRangeParams(file))
    assert await client.text_document_document_link_async(t.DocumentLinkParams(file))
    assert await client.text_document_inlay_hint_async(t.InlayHintParams(file, everything())) is not None
    found = await client.text_document_signature_help_async(t.SignatureHelpParams(file, t.Position(3, 30)))
    assert found.signatures
    found = await client.text_document_rename_async(t.RenameParams(file, power, "watts"))
    assert len(found.changes) == 2
    assert await client.text_document_prepare_rename_async(t.PrepareRenameParams(file, power))
    options = t.FormattingOptions(2, True)
    assert await client.text_document_formatting_async(t.DocumentFormattingParams(file, options))
    found = t.DocumentRangeFormattingParams(file, bad_line(), options)
    assert await client.text_document_range_formatting_async(found)
    found = t.CodeActionParams(file, bad_line(), t.CodeActionContext([]))
    assert (await client.text_document_code_action_async(found))[0].title == "Replace 'shad' by 'shade'"
    found = t.CallHierarchyPrepareParams(file, t.Position(2, 7))
    functions = await client.text_document_prepare_call_hierarchy_async(found)
    assert functions[0].name == "shade"
    found = t.CallHierarchyOutgoingCallsParams(functions[0])
    assert await client.call_hierarchy_outgoing_calls_async(found) is not None
    found = await client.workspace_symbol_async(t.WorkspaceSymbolParams("Lig"))
    assert found[0].name == "Light"
