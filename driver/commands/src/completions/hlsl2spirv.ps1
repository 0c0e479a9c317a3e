# Completion for PowerShell 7.3 and later, in $PROFILE: hlsl2spirv completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hlsl2spirv -ScriptBlock {
    param($word, $line, $cursor)
    $elements = $line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { "$_" }
    $words = @($elements | Select-Object -Skip 1)
    # Behind a space a new word begins, which is still empty.
    if ($word -eq '') { $words += '' }
    & $line.CommandElements[0].Value completions powershell '--' @words 2> $null | ForEach-Object {
        $text, $help = $_ -split "`t", 2
        if (-not $help) { $help = $text }
        [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $help)
    }
}
